// The pictures of the book: `npm run pictures` makes them anew, from a real server.

import base from './playwright.config';

export default { ...base, testDir: 'tests/pictures', projects: [{ name: 'server', use: { where: 'server' as const } }] };
