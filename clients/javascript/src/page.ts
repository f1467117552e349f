// The script for pages: defines the classes as global names.
import { FanclubError, FanclubNetworkError, FanclubTimeoutError } from './errors.ts';
import { Fanclub } from './fanclub.ts';

Object.assign(globalThis, { Fanclub, FanclubError, FanclubNetworkError, FanclubTimeoutError });
