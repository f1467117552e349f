// Adds the makers of all samples to `Given`.
import '../samples/registry';

export { Given } from '#samples';
