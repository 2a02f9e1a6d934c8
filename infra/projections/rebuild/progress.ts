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

const LINE_EVERY_MS = 1_000;

export const displayProgress = (stream: NodeJS.WriteStream, name: string): ((progress: RebuildProgress) => void) => {
  const last = { phase: '', atMs: 0 };
  return ({ phase, events, eventsPerSecond, etaMs }) => {
    if (phase === last.phase && performance.now() - last.atMs < LINE_EVERY_MS) return;
    Object.assign(last, { phase, atMs: performance.now() });
    const left = phase === 'reading' && etaMs > 0 ? `, about ${Math.ceil(etaMs / 1_000)} s left` : '';
    stream.write(`${name}: ${phase}, ${events} events, ${eventsPerSecond} events/s${left}\n`);
  };
};
