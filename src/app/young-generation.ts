import { setFlagsFromString } from 'node:v8';

/** By how much V8 enlarges the young generation when objects survive in it; its default is 2. */
const growBy = (factor: 1 | 2): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

// Almost everything survives a start, so the young generation would grow to its maximum of 32 MiB, and V8 does not shrink it while
// the process is idle.
growBy(1);

/** Ends the start. From now on, the young generation grows with the load. */
export const letYoungGenerationGrow = (): void => growBy(2);
