#!/bin/sh
# Fills version and checksum of the archive into the recipes of package managers, for a release.
#   recipes.sh VERSION
set -eu
cd "$(dirname "$0")"

sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  tapgateway-$1\.tar\.gz$/\1/p" target/SHA256SUMS)
if [ -z "$sum" ]; then
    echo "recipes.sh: target/SHA256SUMS has no tapgateway-$1.tar.gz" >&2
    exit 1
fi
mkdir -p target/recipes
for recipe in recipes/*; do
    sed -e "s/@VERSION@/$1/g" -e "s/@SHA256@/$sum/g" "$recipe" >"target/$recipe"
done
