import fs from 'node:fs';
import path from 'node:path';
import type { Response } from 'supertest';
import { STATUS_OF } from '../../../src/http/problems';
import { expectEveryRow } from '../../every-row';
import { CODES_ELSEWHERE, DRIVERS } from '../../http/operations/all';
import { type Ask, openStage, type Stage, send } from '../../http/operations/driver';
import { api, codesOf, faultsOf, jsonOf, type NamedOperation, operations, schemesOf } from '../../http/public/document';
import { EVERYWHERE } from './operations/everywhere';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const statuses: Readonly<Record<string, number>> = STATUS_OF;

const codeIn = (answer: Response): string | undefined => {
  const body: { readonly code?: string; readonly error?: { readonly code?: string } } = answer.body;
  return body.code ?? body.error?.code;
};

/** Status, headers, code and body are what the document says of this answer. */
const expectDocumented = ({ name, path, operation }: NamedOperation, answer: Response): void => {
  const documented = operation.responses[answer.status];
  if (documented === undefined) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
  const [type = 'application/json'] = Object.keys(documented.content ?? {});
  expect(answer.headers['content-type']).toMatch(new RegExp(`^${type};`));
  for (const header of Object.keys(documented.headers ?? {})) {
    const described = api.components.headers[header];
    const given = answer.headers[header.toLowerCase()];
    if (described?.required === true || given !== undefined) {
      const value = described?.schema['type'] === 'integer' ? +(given ?? '') : given;
      expect([header, faultsOf(described?.schema ?? {}, value)]).toEqual([header, []]);
    }
  }
  // A KYC session is open for longer than a test can wait.
  const isSession = path.includes('/kyc/') && codeIn(answer) === 'CONCURRENT_OPERATION';
  const isFinal = isSession || ['WRONG_STATE', 'USER_CONFLICT'].includes(codeIn(answer) ?? '');
  const waits = documented.headers?.['Retry-After'] !== undefined && !isFinal;
  expect([answer.status, answer.headers['retry-after'] !== undefined]).toEqual([answer.status, waits]);
  if (schemesOf(operation).length > 0) expect(answer.headers['cache-control']).toBe('no-store');
  expect([answer.text, faultsOf(jsonOf(documented)?.schema ?? {}, answer.body)]).toEqual([answer.text, []]);
  if (answer.status >= 400) expect(codesOf(documented)).toContain(codeIn(answer));
};

const expectRefused = (operation: NamedOperation, answer: Response, code: string): void => {
  expect([answer.status, codeIn(answer)]).toEqual([statuses[code], code]);
  expectDocumented(operation, answer);
};

const successesOf = ({ operation }: NamedOperation): readonly number[] =>
  Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status < 300);

/** A test that is not here provokes the code. */
const expectMentioned = (file: string, code: string): void => {
  const text = fs.readFileSync(path.join(__dirname, '../../..', file), 'utf8');
  expect([code, file, text.includes(`'${code}'`)]).toEqual([code, file, true]);
};

test('each operation has a driver, and each driver an operation', () => {
  expect(Object.keys(DRIVERS).sort()).toEqual(operations.map(({ name }) => name).sort());
});

/** Asks once: a refusal before the controller leaves what is asked for as it was. */
const once = (ask: Ask): Ask => {
  let asked: ReturnType<Ask> | undefined;
  return (own) => {
    asked ??= ask(own);
    return asked;
  };
};

const driven = operations.flatMap((operation) => {
  const driver = DRIVERS[operation.name];
  return driver === undefined ? [] : [{ name: operation.name, operation, driver, ask: once(driver.ask) }];
});

const nameOf = ({ name }: (typeof driven)[number]): string => name;

test.each(driven)('$name succeeds and refuses as documented', async ({ operation, driver: { ask, also = [] } }) => {
  const answer = await send(stage, operation, ask);
  expect([answer.text, successesOf(operation)]).toEqual([answer.text, expect.arrayContaining([answer.status])]);
  expectDocumented(operation, answer);
  if (also.length === 0) return;
  await expectEveryRow(
    [...also.entries()],
    ([index, { status, code = '' }]) => `answer ${index + 1}, ${status} ${code}`,
    async ([, { status, code, ask: asOther }]) => {
      const other = await send(stage, operation, asOther);
      expect([other.status, other.text]).toEqual([status, other.text]);
      if (code === undefined) expectDocumented(operation, other);
      else expectRefused(operation, other, code);
    },
  );
});

test.each(EVERYWHERE)('each operation refuses with $code as documented', ({ code, appliesTo, provoke }) =>
  expectEveryRow(
    driven.filter(({ operation }) => appliesTo(operation)),
    nameOf,
    async ({ operation, ask }) => expectRefused(operation, await provoke(stage, operation, ask), code),
  ));

test('each documented answer is provoked, a success by its status and a refusal by its code', () =>
  expectEveryRow(driven, nameOf, ({ operation, driver: { also = [], elsewhere = {} } }) => {
    const first = Math.max(...successesOf(operation));
    const refusals = EVERYWHERE.filter(({ appliesTo }) => appliesTo(operation));
    const provoked = [...also.map(({ status, code }) => code ?? `${status}`), ...refusals.map(({ code }) => code)];
    const known = new Set([`${first}`, ...provoked, ...Object.keys(elsewhere)]);
    const documented = Object.entries(operation.operation.responses).flatMap(([status, answer]) =>
      +status < 300 ? [status] : codesOf(answer),
    );
    expect(documented.filter((answer) => !known.has(answer))).toEqual([]);
    for (const [code, file] of Object.entries(elsewhere)) expectMentioned(file, code);
  }));

test('each code that an answer can carry is provoked', () => {
  const provoked = new Set([
    ...Object.values(DRIVERS).flatMap(({ also = [] }) => also.flatMap(({ code = '' }) => code)),
    ...EVERYWHERE.map(({ code }) => code),
  ]);
  return expectEveryRow(Object.keys(STATUS_OF), String, (code) => {
    const file = CODES_ELSEWHERE[code];
    expect(provoked.has(code)).toBe(file === undefined);
    if (file !== undefined) expectMentioned(file, code);
  });
});
