import type { Lookup } from '../../ports/key-vault';

/** A person is found by one address, with every partner and in both modes. */
export const emailLookup = (value: string): Lookup => ({ partnerId: '', mode: 'live', kind: 'MEMBER_EMAIL', value });
