const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * Ask before any change of case: the Kelvin sign in lower case is a `k`, the long s in upper case an `S`, and the key
 * would name somebody else.
 */
export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text);
