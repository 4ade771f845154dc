#!/bin/sh
# Tries an archive or package as somebody would who has downloaded it: unpacks it elsewhere, starts a gateway, asks it, and stops it.
#   try.sh FILE.tar.gz|FILE.deb|FILE.tgz
set -eu

place=$(mktemp -d)
case $1 in
    *.deb)
        if ! command -v dpkg-deb >/dev/null; then
            echo "not tried, for want of dpkg-deb: $1"
            exit 0
        fi
        dpkg-deb -x "$1" "$place"
        program=$place/usr/bin/tapgateway
        ;;
    *.tgz)
        if ! command -v npm >/dev/null; then
            echo "not tried, for want of npm: $1"
            exit 0
        fi
        npm install --silent --offline --no-audit --no-fund --prefix "$place" "$PWD/$1"
        program=$place/node_modules/.bin/tapgateway
        ;;
    *)
        tar -xzf "$1" -C "$place"
        program=$(echo "$place"/tapgateway-*/bin/tapgateway)
        ;;
esac
mkdir "$place/bin"
ln -s "$program" "$place/bin/tapgateway"
PATH=$place/bin:$PATH
TAPGATEWAY_HOME=$place/home
COPILOT_HOME=$place/copilot
export PATH TAPGATEWAY_HOME COPILOT_HOME
cd "$place"
trap 'tapgateway stop >/dev/null 2>&1 || true; rm -rf "$place"' EXIT

tapgateway --version
HOME=$place tapgateway connect claude --dry-run | grep -o "claude plugin install tapgateway --marketplace '/.*/agents/claude'"
tapgateway start --session=main --port=0 --control-port=0
tapgateway status
tapgateway tools
tapgateway stop
case $(uname) in
    Linux) tapgateway service install --print | grep "^ExecStart=\"$place/bin/tapgateway\" " ;;
esac
