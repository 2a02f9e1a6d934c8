import { type Options, SingleBar } from 'cli-progress';
import type { Position } from '../../../aggregates/events';

export type RebuildPhase = 'reading' | 'writing' | 'comparing' | 'swapping' | 'done';

export interface RebuildProgress {
  readonly phase: RebuildPhase;
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Estimated: positions are offsets in the log, not event counts. */
  readonly etaMs: number;
}

export interface Reporter {
  readonly read: (events: number, position: Position, target: Position) => void;
  readonly enter: (phase: RebuildPhase) => void;
  readonly finish: () => { readonly events: number; readonly elapsedMs: number };
}

const EVERY_MS = 100;

export function createReporter(onProgress: (progress: RebuildProgress) => void = () => undefined): Reporter {
  const startedMs = performance.now();
  const state = { phase: 'reading' as RebuildPhase, events: 0, share: 0, toldMs: startedMs };
  const tell = (): void => {
    const { phase, events, share } = state;
    state.toldMs = performance.now();
    const elapsedMs = state.toldMs - startedMs;
    const etaMs = share === 0 ? 0 : Math.round((elapsedMs * (1 - share)) / share);
    onProgress({ phase, events, eventsPerSecond: Math.round((events / elapsedMs) * 1_000), etaMs });
  };
  const enter = (phase: RebuildPhase): void => {
    state.phase = phase;
    tell();
  };
  return {
    enter,
    read: (events, position, target) => {
      state.events += events;
      state.share = Math.max(state.share, Number(position.commit + 1n) / Number(target.commit + 1n));
      if (performance.now() - state.toldMs >= EVERY_MS) tell();
    },
    finish: () => {
      enter('done');
      return { events: state.events, elapsedMs: performance.now() - startedMs };
    },
  };
}

/** A bar on a terminal; elsewhere a line per phase and per second. */
export interface ProgressDisplay {
  readonly show: (progress: RebuildProgress) => void;
  readonly close: () => void;
}

const LINE_EVERY_MS = 1_000;
const FORMAT = '{phase} [{bar}] {percentage}% | {events} events | {rate} events/s | {left} s left';

export function displayProgress(stream: NodeJS.WriteStream, name: string): ProgressDisplay {
  return stream.isTTY ? displayBar(stream, name) : displayLines(stream, name);
}

function displayBar(stream: NodeJS.WriteStream, name: string): ProgressDisplay {
  const options: Options = { stream, format: `${name} ${FORMAT}`, hideCursor: true, barsize: 24 };
  const bar = new SingleBar(options);
  bar.start(100, 0, { phase: 'reading', events: 0, rate: 0, left: '-' });
  return {
    show: ({ phase, events, eventsPerSecond, etaMs }) => {
      const elapsedMs = (events / Math.max(1, eventsPerSecond)) * 1_000;
      const percentage = phase === 'reading' ? Math.floor((100 * elapsedMs) / Math.max(1, elapsedMs + etaMs)) : 100;
      bar.update(percentage, { phase, events, rate: eventsPerSecond, left: Math.ceil(etaMs / 1_000) });
    },
    close: () => {
      bar.stop();
    },
  };
}

function displayLines(stream: NodeJS.WriteStream, name: string): ProgressDisplay {
  const last = { phase: '', atMs: 0 };
  return {
    show: ({ phase, events, eventsPerSecond, etaMs }) => {
      if (phase === last.phase && performance.now() - last.atMs < LINE_EVERY_MS) return;
      Object.assign(last, { phase, atMs: performance.now() });
      const left = phase === 'reading' && etaMs > 0 ? `, about ${Math.ceil(etaMs / 1_000)} s left` : '';
      stream.write(`${name}: ${phase}, ${events} events, ${eventsPerSecond} events/s${left}\n`);
    },
    close: () => undefined,
  };
}
