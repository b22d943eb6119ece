/** The version of this library. */
export const VERSION = '1.0.0';
