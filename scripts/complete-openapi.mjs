// Adds the parts that are equal for every route, or for every route of a kind: the answers of the transport, of the
// authentication and of an Idempotency-Key, the headers of each answer, and the examples. A controller only declares
// the refusals of its own routes.
// node scripts/complete-openapi.mjs <openapi | ops-openapi>
import { readFileSync, writeFileSync } from 'node:fs';

const file = `src/http/generated/${process.argv[2]}.json`;
const api = JSON.parse(readFileSync(file, 'utf8'));
const { schemas } = api.components;

const NAMED = /^#\/components\/schemas\/(.+)$/;
const follow = (schema) => {
  const name = NAMED.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : schemas[decodeURIComponent(name)];
};
const alternativesOf = (schema) => schema.anyOf ?? schema.oneOf ?? [schema];
const named = (name) => {
  if (schemas[name] === undefined) throw new Error(`no controller declares an answer of type ${name}`);
  return { $ref: `#/components/schemas/${name}` };
};

/** The example of a schema: its own, or one put together from those of its parts; undefined when a part has none. */
const exampleOf = (given) => {
  const schema = follow(given);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined) return exampleOf(schema.allOf[0]);
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return exampleOf(alternativesOf(schema)[0]);
  if (schema.type === 'array') return listOf(exampleOf(schema.items));
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'boolean') return false;
  return schema.nullable ? null : undefined;
};

const listOf = (item) => (item === undefined ? undefined : [item]);

const objectOf = ({ properties = {}, required = [] }) => {
  const parts = Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]);
  if (parts.some(([name, example]) => example === undefined && required.includes(name))) return undefined;
  return Object.fromEntries(parts.filter(([, example]) => example !== undefined));
};

const SCHEMA_OF = { VALIDATION_ERROR: 'ValidationErrorAnswer', RATE_LIMITED: 'RateLimitAnswer' };

/** Adds refusals before those that the operation declares by itself. */
const declare = (operation, status, ...codes) => {
  const schema = named(SCHEMA_OF[codes[0]] ?? 'ErrorAnswer');
  const own = operation.responses[status];
  if (own === undefined) {
    operation.responses[status] = { description: codes.join(', '), content: { 'application/json': { schema } } };
    return;
  }
  own.description = [...new Set([...codes, ...own.description.split(', ')])].join(', ');
  const media = own.content['application/json'];
  const known = alternativesOf(media.schema);
  if (!known.some(({ $ref }) => $ref === schema.$ref)) media.schema = { anyOf: [schema, ...known] };
};

const isHealth = (path) => /\/health(\/|$)/.test(path);

/** Answers that the surface can give on this route before, or instead of, its controller. */
const declareTransport = (path, operation) => {
  declare(operation, 400, 'VALIDATION_ERROR');
  declare(operation, 413, 'PAYLOAD_TOO_LARGE');
  declare(operation, 415, 'UNSUPPORTED_MEDIA_TYPE');
  if (!isHealth(path)) declare(operation, 429, 'RATE_LIMITED');
  if (path.endsWith('/health/live')) return;
  declare(operation, 500, 'INTERNAL');
  declare(operation, 503, 'SERVICE_UNAVAILABLE');
};

const declareAuthentication = (method, operation) => {
  const schemes = (operation.security ?? []).flatMap(Object.keys);
  if (schemes.length === 0) return;
  declare(operation, 401, 'UNAUTHORIZED');
  if (schemes.includes('operator')) {
    declareOperator(method, operation);
    return;
  }
  if (schemes.includes('member')) {
    declareMember(method, operation, operation.security[0].member);
    return;
  }
  if (!schemes.includes('partner')) {
    declare(operation, 403, 'PARTNER_INACTIVE', 'USER_BLOCKED');
    return;
  }
  declare(operation, 403, 'PARTNER_INACTIVE', 'IP_NOT_ALLOWED');
  const [key] = operation.security;
  const permissions = key.partner.filter((scope) => scope !== 'sandbox');
  key.partner = key.partner.filter((scope) => scope === 'sandbox');
  // A signed request opens what the API key opens; a member, what the role allows.
  operation.security.push({ hmac: [] });
  if (permissions.length === 0) return;
  operation.security.push({ member: permissions });
  declareMember(method, operation, permissions);
};

/** Every role may read. */
const declareMember = (method, operation, permissions) => {
  if (permissions.some((permission) => permission !== 'read')) declare(operation, 403, 'ROLE_REQUIRED');
  if (method !== 'get') declare(operation, 403, 'OTHER_ORIGIN');
};

/** The session of a browser opens what the key opens; a scope is a permission of the role. */
const declareOperator = (method, operation) => {
  const { operator: permissions } = operation.security.find(({ operator }) => operator !== undefined);
  if (permissions.length > 0) declare(operation, 403, 'ROLE_REQUIRED');
  if (method !== 'get') declare(operation, 403, 'OTHER_ORIGIN');
  operation.security.push({ session: permissions });
};

const takesIdempotencyKey = ({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key');

const declareIdempotency = (operation) => {
  if (!takesIdempotencyKey(operation)) return;
  declare(operation, 409, 'IDEMPOTENCY_IN_PROGRESS');
  declare(operation, 422, 'IDEMPOTENCY_KEY_REUSED');
};

const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request, for support; the one that was sent, when it was well-formed.',
    required: true,
    schema: { type: 'string', maxLength: 64 },
    example: '5b2f0f0e-6a39-4d25-8a0e-3f4b7c1d2e90',
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again; absent from a conflict that will not pass.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'The same for every cause.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
  'Idempotency-Hit': {
    description: 'Present when this is the first answer to the Idempotency-Key, given again.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

/** Headers of each answer about the caller's limits. */
const LIMIT_HEADERS = {
  'RateLimit-Limit': {
    description: 'Requests per minute of the limit that is nearest to its end. Absent where nothing was counted.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 1200,
  },
  'RateLimit-Remaining': {
    description: 'How many of them may still come.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 1199,
  },
  'RateLimit-Reset': {
    description: 'Seconds until all of them may come again.',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 60 },
    example: 60,
  },
};

/** Successes and business refusals are kept under an Idempotency-Key. */
const mayBeRepeated = (operation, status) => takesIdempotencyKey(operation) && (status < 300 || status === 422);

const headerNamesOf = (path, operation, status) => [
  'X-Request-Id',
  ...(isHealth(path) ? [] : Object.keys(LIMIT_HEADERS)),
  ...(status === 409 || status === 429 || status === 503 ? ['Retry-After'] : []),
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(mayBeRepeated(operation, status) ? ['Idempotency-Hit'] : []),
];

const sentence = (code) => `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;

/** Examples of an answer, one for each code that it may carry. */
const refusalExamples = (description, schema) => {
  const examples = alternativesOf(schema).map(exampleOf);
  const invalid = examples.find((example) => example?.error?.code === 'VALIDATION_ERROR');
  const plain = examples.find((example) => typeof example?.error === 'string');
  return Object.fromEntries(
    description.split(', ').map((code) => {
      const error = code === plain?.code ? plain.error : sentence(code);
      return [code, { value: code === 'VALIDATION_ERROR' ? invalid : { ...plain, error, code } }];
    }),
  );
};

const completeResponse = (path, operation, status, response) => {
  response.headers = Object.fromEntries(
    headerNamesOf(path, operation, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  const media = response.content?.['application/json'];
  if (media === undefined) return;
  if (status >= 400) media.examples = refusalExamples(response.description, media.schema);
  else if (media.example === undefined && media.examples === undefined) media.example = exampleOf(media.schema);
};

/** The first sentence is the summary, which a list of routes shows. */
const completeWords = (operation) => {
  const [summary, ...rest] = operation.description.replaceAll('\n', ' ').split(/(?<=\.) /);
  operation.summary = summary.replace(/\.$/, '');
  if (rest.length === 0) delete operation.description;
  else operation.description = rest.join(' ');
};

const completeBody = ({ requestBody }) => {
  const media = requestBody?.content['application/json'];
  if (media !== undefined && media.example === undefined) media.example = exampleOf(media.schema);
};

for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    declareTransport(path, operation);
    declareAuthentication(method, operation);
    declareIdempotency(operation);
    completeWords(operation);
    completeBody(operation);
    for (const [status, response] of Object.entries(operation.responses))
      completeResponse(path, operation, +status, response);
  }
}
api.components.headers = { ...HEADERS, ...LIMIT_HEADERS };
api.servers = [
  { url: '/', description: 'The service that serves this document' },
  { url: 'http://127.0.0.1:3000', description: 'What `npm start` runs' },
];
delete api.info.contact;

/** OpenAPI 3.0 wants a type beside `nullable`; tsoa gives none to a reference that may be null. */
const typeNullables = (node) => {
  if (typeof node !== 'object' || node === null) return;
  const [only] = node.allOf ?? [];
  if (node.nullable === true && node.type === undefined && only !== undefined) node.type = follow(only).type;
  for (const child of Object.values(node)) typeNullables(child);
};
typeNullables(schemas);

writeFileSync(file, `${JSON.stringify(api, null, 2)}\n`);
