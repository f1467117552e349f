import { SetMetadata } from '@nestjs/common';

/** Metadata key under which {@link Bare} marks a handler. */
export const BARE = 'envelope:bare';

/** Sends the handler's result as it is, without the envelope: for answers that are a bare array, or no API answer at all. */
export const Bare = (): MethodDecorator & ClassDecorator => SetMetadata(BARE, true);
