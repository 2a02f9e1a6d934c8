import { createHash } from 'node:crypto';
import type { DataExportStarted } from '../../../aggregates/console/events';
import { type CommandContext, continuing } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { Ids } from '../../ports/ids';
import { recordAct } from './record-act';

/** A part of a file. */
export interface Part {
  readonly text: string;
  /** Without the line of names. */
  readonly rows: number;
}

export type Export = Omit<DataExportStarted, 'startedAt'>;

/** The first event is in the log when it resolves, the second before the text ends: a text without it is not whole. */
export const exportData =
  (deps: HandleDeps & { readonly ids: Ids }) =>
  async (asked: Export, parts: AsyncIterable<Part>, context: CommandContext): Promise<AsyncIterable<string>> => {
    const startedAt = deps.clock.iso();
    await recordAct(deps, { type: 'DataExportStarted', data: { ...asked, startedAt } }, { at: startedAt, context });
    return textOf(parts, async (made) => {
      const at = deps.clock.iso();
      const data = { ...asked, ...made, exportedAt: at };
      await recordAct(deps, { type: 'DataExported', data }, { at, context: continuing(context, deps.ids.uuid()) });
    });
  };

interface Made {
  readonly rows: number;
  readonly fileHash: string;
}

async function* textOf(parts: AsyncIterable<Part>, onMade: (made: Made) => Promise<void>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of parts) {
    hash.update(part.text);
    rows += part.rows;
    yield part.text;
  }
  await onMade({ rows, fileHash: hash.digest('hex') });
}
