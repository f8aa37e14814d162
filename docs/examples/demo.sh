# shellcheck shell=sh disable=SC2034
# Functions for the examples of README.md and docs/demo.md: curl is the browser, the simulated phone's control API the
# person. Load it in the project's folder while the demo runs:  . docs/examples/demo.sh
issuer=${issuer:-http://localhost:3000}
phone=${phone:-http://localhost:3011}
callback=http://localhost:9999/cb
bankid=urn:grn:authn:se:bankid
# The root of the simulated persons' signatures.
roots=${DATA_DIR:-.data}/bankid-simulator/pki/bankid-root.pem
jar=$(mktemp)

# curl as a browser with cookies.
browser() { curl -sS -b "$jar" -c "$jar" "$@"; }

# The target of the next redirect: browser_to URL [curl's options].
browser_to() { browser -o /dev/null -w '%{redirect_url}' "$@"; }

# The last text member of that name in JSON from standard input: member NAME
member() { grep -o "\"$1\": *\"[^\"]*\"" | tail -1 | cut -d'"' -f4; }

# The claims of a JWT: claims JWT
claims() { node -p 'JSON.parse(Buffer.from(process.argv[1].split(".")[1], "base64url"))' "$1"; }

# The claims of the ID token in a response from standard input; without one the response itself.
id_token_claims() {
  node -e 'const answer = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const [, payload] = (answer.id_token ?? "").split(".");
    console.log(payload ? JSON.parse(Buffer.from(payload, "base64url")) : answer);'
}

# A single-use client assertion (private_key_jwt) of demo-backend.
assertion() {
  node scripts/make-client-assertion.mjs docs/examples/demo-backend.private.jwk.json demo-backend "$issuer"
}

# A request to the simulated phone: ask_phone PATH JSON
ask_phone() { curl -sS "$phone/api/$1" -H 'Content-Type: application/json' -d "$2"; }

# The person scans a QR code and approves: scan QR_DATA PERSONAL_NUMBER
scan() {
  order=$(ask_phone scan "{\"qrData\": \"$1\", \"personalNumber\": \"$2\"}" | member orderRef)
  ask_phone "orders/$order/approve" '{}' >/dev/null
}

# The person opens the app during a call, confirms the call and approves: answer_call PERSONAL_NUMBER
answer_call() {
  order=$(curl -sS "$phone/api/orders" | member orderRef)
  ask_phone open "{\"orderRef\": \"$order\", \"personalNumber\": \"$1\"}" >/dev/null
  ask_phone "orders/$order/confirm-call" '{}' >/dev/null
  ask_phone "orders/$order/approve" '{}' >/dev/null
}

# The person logs in: log_in LOGIN_PAGE PERSONAL_NUMBER. The callback URL is in $answer.
log_in() {
  browser -o /dev/null "$1"
  browser -o /dev/null -d device=other "$1/start"
  scan "$(curl -sS "$phone/api/orders" | member qrData)" "$2"
  answer=$1
  until [ "${answer#"$callback"}" != "$answer" ]; do
    next=$(browser_to "$answer")
    if [ -n "$next" ]; then answer=$next; else sleep 1; fi
  done
  echo "$answer"
}

# A parameter of $answer, from its query or fragment.
answered() { echo "$answer" | sed -n "s/.*[?&#]$1=\([^&#]*\).*/\1/p"; }
