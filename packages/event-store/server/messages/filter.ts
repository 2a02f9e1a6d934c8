import { RE2JS } from 're2js';
import { EVERYTHING, type Narrowing, prefixesOf } from '../../log/queries';
import type { StoredEvent } from '../../log/stored-event';
import { invalid } from '../grpc/refusal';
import { type FilterMessage, type ReadOptions } from './wire';

/** A filter on $all. Prefixes and patterns (RE2) match in linear time. */
export interface Filter {
  readonly matches: (event: StoredEvent) => boolean;
  /** The part of the filter that SQL applies. */
  readonly narrowing: Narrowing;
  /** Considered events per checkpoint. */
  readonly checkpointEvery: number;
}

/** EventStoreDB's window when the client names none. */
const WINDOW = 32;
const PATTERN_LIMIT = 1_000;
const PREFIXES_LIMIT = 1_000;

const compile = (pattern: string): RE2JS => {
  if (pattern.length > PATTERN_LIMIT) throw invalid(`A pattern is at most ${PATTERN_LIMIT} characters`);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw invalid(`The pattern is not understood: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const checkpointEvery = (message: FilterMessage): number =>
  Math.max(1, message.checkpointInterval) * (message.window === 'max' ? Math.max(1, message.max) : WINDOW);

const byPattern = (pattern: string, column: 'stream' | 'type'): Pick<Filter, 'matches' | 'narrowing'> => {
  const compiled = compile(pattern);
  return { matches: (event) => compiled.matcher(event[column]).find(), narrowing: EVERYTHING };
};

const byPrefix = (prefixes: readonly string[], column: 'stream' | 'type'): Pick<Filter, 'matches' | 'narrowing'> => {
  if (prefixes.length === 0 || prefixes.length > PREFIXES_LIMIT) {
    throw invalid(`A filter has a pattern or 1 to ${PREFIXES_LIMIT} prefixes`);
  }
  return {
    matches: (event) => prefixes.some((prefix) => event[column].startsWith(prefix)),
    narrowing: prefixesOf(column, prefixes),
  };
};

export const filterOf = ({ filter }: ReadOptions): Filter | null => {
  if (!filter) return null;
  const column = filter.subject === 'eventType' ? 'type' : 'stream';
  const expression = filter.subject === 'eventType' ? filter.eventType : filter.streamName;
  if (!expression) throw invalid('A filter names what it looks at');
  const parts = expression.regex === '' ? byPrefix(expression.prefix, column) : byPattern(expression.regex, column);
  return { ...parts, checkpointEvery: checkpointEvery(filter) };
};
