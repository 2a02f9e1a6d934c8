import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import openapi from '../../../src/http/generated/openapi.json';

export type Schema = Readonly<Record<string, unknown>>;

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DocumentedAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly required: boolean; readonly schema: Schema }>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

export type Method = 'get' | 'post' | 'patch' | 'delete' | 'put';

export interface NamedOperation {
  /** Such as `post /api/v1/users`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

export const jsonOf = (answer: DocumentedAnswer): Media | undefined => answer.content?.['application/json'];

/** The names of the security schemes that open the operation; none when it is public. */
export const schemesOf = ({ security = [] }: Operation): readonly string[] => security.flatMap(Object.keys);

/** The codes that a refusal may carry: the document names them in its description. */
export const codesOf = ({ description }: DocumentedAnswer): readonly string[] => description.split(', ');

/**
 * OpenAPI 3.0 as JSON Schema: `nullable` becomes a null beside the rest, and an object that lists its properties has no
 * others, also where tsoa does not say so.
 */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, ...rest } = schema as Record<string, unknown>;
  const converted: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, convert(name, value)]),
  );
  const isClosed = converted['properties'] !== undefined && converted['additionalProperties'] === undefined;
  if (isClosed && converted['type'] === 'object') converted['additionalProperties'] = false;
  if (typeof converted['$ref'] === 'string') return { $ref: converted['$ref'].replace(/^#/, 'api#') };
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
};

const convert = (keyword: string, value: unknown): unknown => {
  if (keyword === 'enum') return value;
  return keyword === 'properties' ? strictEach(value as Readonly<Record<string, Schema>>) : strict(value);
};

/** Names of schemas and of properties are not keywords, even if they are spelled so. */
const strictEach = (schemas: Readonly<Record<string, Schema>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strict(schema)]));

/** A document with its operations, and what is wrong with a value by one of its schemas. */
export const documentOf = (given: object) => {
  const api = given as ApiDocument;
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'api', components: { schemas: strictEach(api.components.schemas) } });
  const validators = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const compiled = ajv.compile(strict(schema) as object);
    validators.set(schema, compiled);
    return compiled;
  };
  return {
    api,
    operations: Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]): NamedOperation => ({
          ...{ name: `${method} ${path}`, method: method as Method, path },
          operation,
        }),
      ),
    ),
    /** A line for each fault; empty when the answer is as the schema says. Unknown fields are faults. */
    faultsOf: (schema: Schema, value: unknown): readonly string[] => {
      const validate = validatorOf(schema);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
      );
    },
  };
};

export const { api, operations, faultsOf } = documentOf(openapi);
