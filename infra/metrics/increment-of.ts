/** Increments a series whose labels were resolved once, beforehand. */
export const incrementOf =
  (child: { readonly inc: () => void }): (() => void) =>
  () =>
    child.inc();
