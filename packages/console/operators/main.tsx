import { start } from '../parts/frame/start';
import { readSession, signOut } from './api/session';
import { HOME } from './frame/paths';
import { Inside } from './pages';
import { SignIn } from './session/sign-in';

start({ home: HOME, readSession, signOut, SignIn, Inside });
