const PRINTABLE_ASCII = /^[ -~]*$/;

/** Checked before a change of case: the Kelvin sign lower-cases to `k`, and the key would name another person. */
export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text);
