#!/usr/bin/env bash
# Makes the playground: the built page with Synod as a WebAssembly module beside it, static files for any web server.
set -euo pipefail
cd "$(dirname "$0")"
[ -e wasm/synod_wasm_bg.wasm ] || ../.ci/wasm-module
rm -rf playground
cp -r dist playground
mkdir -p playground/wasm
cp wasm/synod_wasm.js wasm/synod_wasm_bg.wasm playground/wasm/
size=$(cat playground/index.html playground/assets/* playground/wasm/* | gzip -9 | wc -c)
echo "the playground is $((size / 1000)) kB compressed"
