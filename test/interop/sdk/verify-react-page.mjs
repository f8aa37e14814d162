import {
  AuthMethodButton,
  CriiptoVerifyProvider,
  SEBankIDQRCode,
  useCriiptoVerify,
} from '@criipto/verify-react';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

import { redirectUri, settings, show } from './settings.mjs';

const SHOWN = {
  qr: () => createElement(SEBankIDQRCode),
  button: () => createElement(AuthMethodButton, { acrValue: settings.acrValues }),
  popup: () => createElement(AuthMethodButton, { acrValue: settings.acrValues, popup: true }),
};

function Login() {
  const { acrValues, claims, result } = useCriiptoVerify();
  // The hook's own `error` omits any error but OAuth errors.
  const error = result instanceof Error ? result : null;
  useEffect(() => {
    if (claims !== null) show({ claims, acrValues, source: result?.source });
    else if (error !== null) show({ code: error.error, message: error.message });
  }, [acrValues, claims, error, result]);
  return claims === null && error === null ? SHOWN[settings.show]() : null;
}

const provider = { domain: settings.domain, clientID: settings.clientId, redirectUri };
createRoot(document.getElementById('root')).render(
  createElement(CriiptoVerifyProvider, { ...provider, protocol: 'http' }, createElement(Login)),
);
