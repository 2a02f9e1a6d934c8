/** Counts one more of a series whose labels were looked up before. */
export const incrementOf =
  (child: { readonly inc: () => void }): (() => void) =>
  () =>
    child.inc();
