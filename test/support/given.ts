// Makes the makers of all samples methods of `Given`.
import '../samples/registry';

export { Given } from '#samples';
