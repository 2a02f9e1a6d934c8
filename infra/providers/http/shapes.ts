import { z } from 'zod';

/** A text of a provider that may be absent. */
export const text = z.string().max(2_000).nullish();

/** A list of a provider; an absent one is empty. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .max(1_000)
    .nullish()
    .transform((items) => items ?? []);
