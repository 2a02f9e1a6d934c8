export type Mode = 'live' | 'sandbox';
