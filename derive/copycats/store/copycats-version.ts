/** Raised with every change of what two texts are said to share. */
export const COPYCATS_VERSION = 2
