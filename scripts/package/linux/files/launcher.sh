#!/bin/sh
# Runs Airdesk on the Node that is packed with it, from wherever this folder lies.
root=$(dirname "$(dirname "$(readlink -f "$0")")")
# Without arguments, on a desktop: the window.
if [ $# -eq 0 ] && [ -n "${WAYLAND_DISPLAY-}${DISPLAY-}" ]; then
  set -- window
fi
# Flags as in scripts/lib/node.mjs.
exec "$root/node/bin/node" --min-semi-space-size=4 --max-semi-space-size=16 "$root/out/service/main.js" "$@"
