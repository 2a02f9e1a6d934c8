const PRINTABLE_ASCII = /^[ -~]*$/;

/** Ask before changing case: the Kelvin sign lower-cases to `k`, and the key would name somebody else. */
export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text);
