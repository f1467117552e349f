/**
 * What a parameter decorator reads of a request, said by decorators of `@nestjs/swagger` such as `@ApiQuery`. For the second
 * argument of Nest's `createParamDecorator`.
 */
export const described =
  (...decorators: readonly MethodDecorator[]): ParameterDecorator =>
  (prototype, name) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name!)!;
    for (const decorator of decorators) decorator(prototype, name!, descriptor);
  };
