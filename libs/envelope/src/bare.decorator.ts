import { SetMetadata } from '@nestjs/common';

/** Metadata key under which {@link Bare} marks a handler. */
export const BARE = 'envelope:bare';

/** Sends the handler's result without the envelope: for bare arrays, and for responses outside of the API. */
export const Bare = (): MethodDecorator & ClassDecorator => SetMetadata(BARE, true);
