import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ColumnType, Row, Table, Value } from '../../read-models/table';

const CHUNK_CHARACTERS = 64 * 1024;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;

export async function copyRows(client: Client, schema: string, table: Table, rows: Iterable<Row>): Promise<void> {
  const columns = Object.entries(table.columns);
  const names = columns.map(([name]) => name).join(', ');
  const copy = client.query(copyFrom(`COPY ${schema}.${table.name} (${names}) FROM STDIN`));
  await pipeline(Readable.from(chunks(columns, rows), { objectMode: false }), copy);
}

function* chunks(columns: readonly [string, ColumnType][], rows: Iterable<Row>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += lineOf(columns, row);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function lineOf(columns: readonly [string, ColumnType][], row: Row): string {
  let line = '';
  for (const [name, type] of columns) line += `${line === '' ? '' : '\t'}${fieldOf(row[name], type)}`;
  return `${line}\n`;
}

function fieldOf(value: Value | undefined, type: ColumnType): string {
  if (value === null || value === undefined) return '\\N';
  const text = type === 'jsonb' || typeof value === 'object' ? JSON.stringify(value) : String(value);
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character]!) : text;
}
