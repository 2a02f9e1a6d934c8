const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * Whether a text has nothing but printable ASCII. Asked before any change of case: the Kelvin sign in lower case is a
 * `k`, the long s in upper case an `S`, so that a key or a code would come to name somebody else.
 */
export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text);
