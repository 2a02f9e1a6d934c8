import type { ChainLogger } from '../../reader-options';

export type WarnOnce = (key: string, facts: object, message: string) => void;

export const createWarnOnce = (logger: ChainLogger): WarnOnce => {
  const warned = new Set<string>();
  return (key, facts, message) => {
    if (!warned.has(key)) logger.warn(facts, message);
    warned.add(key);
  };
};
