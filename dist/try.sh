#!/bin/sh
# Tries an archive as somebody would who has downloaded it: unpacks it elsewhere, starts a gateway, asks it, and stops it.
#   try.sh ARCHIVE.tar.gz
set -eu

place=$(mktemp -d)
tar -xzf "$1" -C "$place"
mkdir "$place/bin"
ln -s "$place"/tapgateway-*/bin/tapgateway "$place/bin/tapgateway"
PATH=$place/bin:$PATH
TAPGATEWAY_HOME=$place/home
COPILOT_HOME=$place/copilot
export PATH TAPGATEWAY_HOME COPILOT_HOME
cd "$place"
trap 'tapgateway stop >/dev/null 2>&1 || true; rm -rf "$place"' EXIT

tapgateway --version
tapgateway start --session=main --port=0 --control-port=0
tapgateway status
tapgateway tools
tapgateway stop
