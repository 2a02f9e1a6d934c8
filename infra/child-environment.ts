/** Everything else in our environment may be a secret of the service. */
export const childEnvironment = (): { readonly PATH?: string } => {
  const { PATH } = process.env;
  return PATH === undefined ? {} : { PATH };
};
