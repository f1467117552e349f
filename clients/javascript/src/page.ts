// The script for pages: defines the classes as global names.
import * as errors from './errors.ts';
import { Fanclub as Client } from './fanclub.ts';

declare global {
  var Fanclub: typeof Client;
  var FanclubError: typeof errors.FanclubError;
  var FanclubNetworkError: typeof errors.FanclubNetworkError;
  var FanclubTimeoutError: typeof errors.FanclubTimeoutError;
}

Object.assign(globalThis, { Fanclub: Client, ...errors });
