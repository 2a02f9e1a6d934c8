import { useEffect, useState } from 'preact/hooks';

export interface Address {
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
}

const arrive = (): void => {
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
};

/** Goes to an address of the console without loading it. */
export const go = (address: string): void => {
  history.pushState(null, '', address);
  arrive();
};

/** The same, in the place of the address that stands. */
export const goInstead = (address: string): void => {
  history.replaceState(null, '', address);
  arrive();
};

const addressNow = (): Address => ({ path: location.pathname, query: location.search });

/** The address, as it changes. */
export const useAddress = (): Address => {
  const [address, setAddress] = useState(addressNow);
  useEffect(() => {
    const follow = () => setAddress(addressNow());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return address;
};
