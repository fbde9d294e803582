#!/usr/bin/env bash
# Makes the playground: the built page with Synod as a WebAssembly module beside it, static files for any web server.
set -euo pipefail
cd "$(dirname "$0")"
[ -e wasm/synod_wasm_bg.wasm ] || ../.ci/wasm-module
rm -rf playground
cp -r dist playground
mkdir -p playground/wasm
cp wasm/synod_wasm.js wasm/synod_wasm_bg.wasm playground/wasm/
# What a first visit loads, file by file, as web servers compress them.
size=0
for file in playground/index.html playground/assets/* playground/wasm/*; do
    size=$((size + $(gzip -9 -c "$file" | wc -c)))
done
echo "the playground is in web/playground: $((size / 1000)) kB compressed"
if [ "$size" -gt 3000000 ]; then
    echo "a first visit is to load less than 3 MB"
    exit 1
fi
