/** The facts that a snippet is filled with. */
export interface SnippetFacts {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly acr: string;
}

/** A text to paste for one framework. */
export interface Snippet {
  readonly name: string;
  readonly file: string;
  readonly text: (facts: SnippetFacts) => string;
}

/** The snippets, in the order of the list. Secrets are variables of the environment, never values. */
export const SNIPPETS: readonly Snippet[] = [
  {
    name: 'Express',
    file: 'server.mjs (npm install express express-openid-connect)',
    text: ({ issuer, clientId, redirectUri, acr }) => `import express from 'express';
import { auth } from 'express-openid-connect';

const app = express();
app.use(auth({
  issuerBaseURL: '${issuer}',
  baseURL: '${originOf(redirectUri)}',
  clientID: '${clientId}',
  clientSecret: process.env.CLIENT_SECRET,
  secret: process.env.SESSION_SECRET,
  routes: { callback: '${pathOf(redirectUri)}' },
  authorizationParams: { response_type: 'code', scope: 'openid', acr_values: '${acr}' },
}));
app.get('/', (req, res) => res.json(req.oidc.idTokenClaims));
app.listen(${portOf(redirectUri)});
`,
  },
  {
    name: 'Next (Auth.js)',
    file: 'auth.ts (npm install next-auth@beta)',
    text: ({ issuer, clientId, acr }) => `import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [{
    id: 'eid',
    name: 'eID',
    type: 'oidc',
    issuer: '${issuer}',
    clientId: '${clientId}',
    clientSecret: process.env.CLIENT_SECRET,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid', acr_values: '${acr}' } },
  }],
});
`,
  },
  {
    name: 'Spring Boot',
    file: 'application.yaml',
    text: ({
      issuer,
      clientId,
      redirectUri,
    }) => `# Set defaultAcrValues of the application: Spring sends none.
spring:
  security:
    oauth2:
      client:
        registration:
          eid:
            client-id: ${clientId}
            client-secret: \${CLIENT_SECRET}
            scope: openid
            redirect-uri: ${redirectUri}
        provider:
          eid:
            issuer-uri: ${issuer}
            user-name-attribute: sub
`,
  },
  {
    name: 'ASP.NET Core',
    file: 'Program.cs',
    text: ({ issuer, clientId, redirectUri, acr }) => `builder.Services
  .AddAuthentication(o => { o.DefaultScheme = "Cookies"; o.DefaultChallengeScheme = "eid"; })
  .AddCookie("Cookies")
  .AddOpenIdConnect("eid", o => {
    o.Authority = "${issuer}";
    o.ClientId = "${clientId}";
    o.ClientSecret = builder.Configuration["CLIENT_SECRET"];
    o.ResponseType = "code";
    o.CallbackPath = "${pathOf(redirectUri)}";
    o.MapInboundClaims = false;
    o.Scope.Clear();
    o.Scope.Add("openid");
    o.Events.OnRedirectToIdentityProvider = c => {
      c.ProtocolMessage.AcrValues = "${acr}";
      return Task.CompletedTask;
    };
  });
`,
  },
  {
    name: 'Django',
    file: 'settings.py (pip install mozilla-django-oidc)',
    text: ({ issuer, clientId, acr }) => `OIDC_RP_CLIENT_ID = "${clientId}"
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_RP_SCOPES = "openid"
OIDC_OP_AUTHORIZATION_ENDPOINT = "${issuer}/oauth2/authorize"
OIDC_OP_TOKEN_ENDPOINT = "${issuer}/oauth2/token"
OIDC_OP_USER_ENDPOINT = "${issuer}/oauth2/userinfo"
OIDC_OP_JWKS_ENDPOINT = "${issuer}/.well-known/jwks"
OIDC_AUTH_REQUEST_EXTRA_PARAMS = {"acr_values": "${acr}"}
`,
  },
  {
    name: 'Go',
    file: 'main.go (go get github.com/coreos/go-oidc/v3/oidc)',
    text: ({
      issuer,
      clientId,
      redirectUri,
      acr,
    }) => `provider, err := oidc.NewProvider(ctx, "${issuer}")
if err != nil { log.Fatal(err) }
config := oauth2.Config{
	ClientID:     "${clientId}",
	ClientSecret: os.Getenv("CLIENT_SECRET"),
	RedirectURL:  "${redirectUri}",
	Endpoint:     provider.Endpoint(),
	Scopes:       []string{oidc.ScopeOpenID},
}
url := config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.SetAuthURLParam("acr_values", "${acr}"))
verifier := provider.Verifier(&oidc.Config{ClientID: "${clientId}"})
`,
  },
  {
    name: 'curl',
    file: 'the exchange of a code',
    text: ({ issuer, clientId, redirectUri }) => `curl -s ${issuer}/oauth2/token \\
  -u "${encodeURIComponent(clientId)}:$CLIENT_SECRET" \\
  --data-urlencode grant_type=authorization_code \\
  --data-urlencode code="$CODE" \\
  --data-urlencode redirect_uri=${redirectUri}
`,
  },
];

function originOf(uri: string): string {
  return urlOf(uri)?.origin ?? uri;
}

function pathOf(uri: string): string {
  return urlOf(uri)?.pathname ?? '/callback';
}

function portOf(uri: string): string {
  return urlOf(uri)?.port || '3000';
}

function urlOf(uri: string): URL | undefined {
  return URL.canParse(uri) ? new URL(uri) : undefined;
}
