#!/bin/sh
# Fills version and checksums of the archives into the recipes of package managers, for a release.
#   recipes.sh VERSION
set -eu
cd "$(dirname "$0")"

sum() {
    found=$(sed -n "s/^\([0-9a-f]\{64\}\)  $1$/\1/p" target/SHA256SUMS)
    if [ -z "$found" ]; then
        echo "recipes.sh: target/SHA256SUMS has no $1" >&2
        exit 1
    fi
    printf %s "$found"
}

of_tar=$(sum "tapgateway-$1\.tar\.gz")
of_zip=$(sum "tapgateway-$1\.zip")
mkdir -p target/recipes
for recipe in recipes/*; do
    sed -e "s/@VERSION@/$1/g" -e "s/@SHA256@/$of_tar/g" -e "s/@SHA256_ZIP@/$of_zip/g" "$recipe" >"target/$recipe"
done
