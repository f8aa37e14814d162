import express from 'express';
import openid from 'express-openid-connect';

// An application as in its documentation; a process of its own, because the package is CommonJS.
const [port, issuerBaseURL = '', ...more] = process.argv.slice(2);
const baseURL = `http://localhost:${port}`;

const application = express();
application.use(
  openid.auth({
    baseURL,
    issuerBaseURL,
    clientID: 'demo-implicit',
    secret: 'a long text that signs the cookies of this application',
    authRequired: false,
    authorizationParams: {
      acr_values: 'urn:grn:authn:se:bankid:another-device:qr',
      ...JSON.parse(more[0] ?? '{}'),
    },
    ...JSON.parse(more[1] ?? '{}'),
  }),
);
application.get('/profile', openid.requiresAuth(), (request, response) => {
  response.json(request.oidc.idTokenClaims);
});
application.get('/userinfo', openid.requiresAuth(), async (request, response) => {
  response.json(await request.oidc.fetchUserInfo());
});
application.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
