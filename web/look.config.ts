// Every view to look at, in both themes, on a desk and on a phone: `npm run look` puts pictures into look.

import base from './playwright.config';

const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `${colorScheme}-1400`, use: { where: 'server' as const, colorScheme, viewport: { width: 1400, height: 880 } } },
  { name: `${colorScheme}-390`, use: { where: 'server' as const, colorScheme, viewport: { width: 390, height: 800 }, hasTouch: true } },
]);

export default { ...base, testDir: './tests/look', projects: looks };
