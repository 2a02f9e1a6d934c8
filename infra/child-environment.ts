/** All that a child process or a thread learns of our environment: the rest of it holds the service's secrets. */
export const childEnvironment = (): { readonly PATH?: string } => {
  const { PATH } = process.env;
  return PATH === undefined ? {} : { PATH };
};
