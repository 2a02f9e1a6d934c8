// A real issuer on loopback, which signs in the account that the test names, and changes its ID token as the test says.
import { createServer } from 'node:http';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

const ALG = 'RS256';
const keyPair = async () => (await generateKeyPair(ALG, { extractable: true })).privateKey;
const [own, foreign] = await Promise.all([keyPair(), keyPair()]);
const state = { account: {}, changes: {}, isForged: false, isEmailApart: false, isDown: false };

const server = createServer();
await new Promise((resolve) => server.listen(0, 'localhost', resolve));
const issuer = `http://localhost:${server.address().port}`;

const [clientId, clientSecret, redirectUrl, method = 'client_secret_post'] = process.argv.slice(2);
const provider = new Provider(issuer, {
  clients: [
    {
      ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] },
      token_endpoint_auth_method: method,
    },
  ],
  clientAuthMethods: [method],
  jwks: { keys: [{ ...(await exportJWK(own)), alg: ALG, use: 'sig', kid: 'own' }] },
  cookies: { keys: ['one', 'two'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: () => '/sign-in' },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...state.account }) }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
});

const resigned = (token) => {
  const claims = { ...decodeJwt(token), ...state.changes };
  if (state.isEmailApart) delete claims.email;
  return new SignJWT(claims).setProtectedHeader(decodeProtectedHeader(token)).sign(state.isForged ? foreign : own);
};

provider.use(async (context, next) => {
  await next();
  if (context.body?.id_token) context.body.id_token = await resigned(context.body.id_token);
});

const bodyOf = async (request) => {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text);
};

const answer = provider.callback();
server.on('request', async (request, response) => {
  if (request.url === '/state') {
    Object.assign(state, { changes: {}, isForged: false, isEmailApart: false, isDown: false }, await bodyOf(request));
    response.end();
  } else if (state.isDown) response.writeHead(503).end();
  else if (request.url === '/sign-in')
    await provider.interactionFinished(request, response, { login: { accountId: state.account.sub } });
  else answer(request, response);
});

process.stdout.write(`${issuer}\n`);
