import fs from 'node:fs';
import type { z } from 'zod';

export interface ConfigurationFile {
  readonly variable: string;
  readonly path: string;
}

export const refuseFile = ({ variable, path }: ConfigurationFile, detail: string): Error =>
  new Error(`${variable} ${path}: ${detail}`);

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');

const explain = (issue: z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathText([...issue.path, key])} is not a known key`);
  return [`${pathText(issue.path) || 'the file'}: ${issue.message}`];
};

const readText = (file: ConfigurationFile): string => {
  try {
    return fs.readFileSync(file.path, 'utf8');
  } catch (error) {
    throw refuseFile(file, `cannot be read (${String(error)})`);
  }
};

const parseJson = (file: ConfigurationFile): unknown => {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw refuseFile(file, `is not JSON (${error.message})`);
    throw error;
  }
};

/** Throws an error of one line that names the file and every wrong key. */
export const readJsonFile = <Shape>(file: ConfigurationFile, schema: z.ZodType<Shape>): Shape => {
  const result = schema.safeParse(parseJson(file));
  if (result.success) return result.data;
  throw refuseFile(file, result.error.issues.flatMap(explain).join('; '));
};
