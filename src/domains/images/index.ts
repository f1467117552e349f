export { nameOfImage } from './image-addresses';
export * from './images.errors';
export * from './images.module';
export { IMAGES_OF_CLUB, isImageSql, type StoredImage } from './images.queries';
export * from './images.service';
