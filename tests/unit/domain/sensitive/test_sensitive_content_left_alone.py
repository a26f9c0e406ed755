"""What only resembles something sensitive."""

import pytest

from mneme.domain.sensitive.content import findings

NUMBERS = [
    "order number 4111111111111111",
    "订单号4111111111111111，运单号 4111111111111111",
    "Ref: 4111111111111111",
    "card 4111111111111112",
    "1234-5678-9012-3456 and 9111 1111 1111 1111",
    "41111111111111111111111 and 4111 1111 1111 11111",
    "0.4111111111111111, 4111111111111111.5, $4,111,111,111,111,111",
    "x4111111111111111 and /4111111111111111 and #4111111111111111",
    "phone +86 138 0013 8000, +1 (555) 123-4567, 123-456-7890, 13800138000",
    "ISBN 978-3-16-148410-0, 9783161484100, EAN 4006381333931",
    "at 1700000000000 or 1700000000000000000, 2026-07-13T10:00:00.000Z",
    "UUID 550e8400-e29b-41d4-a716-446655440000",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "000-12-3456, 666-12-3456, 900-12-3456, 123-00-4567, 123-45-0000, 1-123-45-6789",
    "身份证110105194912310021，11010519491331002X，99010519491231002X",
    "身份证110105194902310026 110105170012310028 990105194912310023",
    "BG123456C, AB1234567C, AB123456E, ab 12 cd",
    "DE89 3704 0044 0532 0130 01, ZZ89370400440532013000, DE89 3704, GB82",
    "cvv 123 without any card",
    "version 1.2.3.4, 192.168.10.12, room 4111",
    "10.0.0.1/24, 255.255.255.255, OID 1.3.6.1.4.1.343.1.2.3.5.1.2.3.4, § 4.1.1.1.1.1",
    "2026-11-30 19:14:04, 30.11.2026, 12/05/2026 to 19/05/2026, 2026/05/12 11/12/2026",
    "+33 6 12 34 56 78, 06 12 34 56 78 06 98 76 54 32, 138 0013 8000 139 1234 5678",
    "lottery 4 11 23 31 38 45, scores 4 5 3 2 5 4 3 2 1, 5 5 5 5 and 4, 4, 4, 4",
    "4111.1111.1111.1112, 4.111.111.111.111.111 €, 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2",
    "order no. 4111 1111 1111 1111, 订单号 41 11 11 11 11 11 11 11",
    "card expires 04/11/2011, my card arrived on 4.1.2011 and 1.1.11, 12 1 1 1 1 1 1",
    "credit union phone 411 111 1111 111 111, card 1: 4 11 1 11 111 111 1111 1",
    "weights 45.5 67.8 50.1 44.2 33.3 21.1, card expires 12/27, card 1 of 4111",
]
WORDS = [
    "my password is too long, the password is wrong.",
    "Password: required. Passwords: never share them. The passphrase is: something",
    "I forgot my password, reset it. My password was changed yesterday",
    "password: ******** and password=${DB_PASSWORD} and password: <yours> and pwd: /home/user",
    'password = {{ password }}, "password": "too short", password: string,',
    "password is 12-character, password manager, password policy",
    'password="masterUserPassword", password=self.key_password, password: Password.',
    "https://user:password@host/ and https://example.com/reset?x=1 and mailto://a:b",
    "密码是什么，我忘了密码，密码锁坏了，密码：忘了",
    "boarding pass: A12B34, ski pass: 250CHF, bus-pass: B2024, mountain pass: 2,500m",
    "pass: 12 fail: 3, compass: 120deg, pass: 95.5%, pass: yes, passed: 1200x",
    "The password for the site is wrong. The password for the app is on the fridge",
    "The password for the meeting is required. Password (optional): none",
    "密码2024年改过，密码 1000 种组合，密码要8位以上，密码1024位",
    "PIN 1000 次, pin 2024 goals to the board, my pin code is 560001, the pin on it is 1500 m off",
    "my pin is on the map, I pinned 1234 items, pin code 560001, spinning 1234",
]
CODES = [
    "the password for success is patience",
    "the password to a good life is kindness",
    "Passwort ist falsch, mi contraseña es segura, mot de passe : obligatoire",
    "пароль забыл, パスワードを忘れた",
    "the rent is 300 pw: 1200 pcm, 3 hours pw is enough",
    "login: Monday / 10:30am",
    "login page / settings1 and log: a/b2c3d4",
    "验证码错误，验证码 1000 次",
    "the error code is 4040, zip code 94110, the area code is 4155, code 4821 was fixed",
    "the zip code for the house is 94110, an error code of the lock is 4012, door code 4821 次",
    "the code for the course is 4821, the building code 2018 edition, 我的key是什么",
    "the security code of conduct 2024, access code reviews in 2024, the dress code is 2024 chic",
    "my passport expires in 2030, passport photo 12345678, it is valid until 20300101",
    "我的护照2030年到期",
    "my seed phrase is kept with the deed for our house and not stored anywhere else",
    "redis://localhost:6379/0 and https://example.com:443/@user",
    "your cvv is on the back, the cvv has 3 digits",
]
TOKENS = [
    "the secret to happiness is friendship, a secret ingredient, secret: none",
    "secret santa-gift-exchange-2023x, my secret garden project started in 2023",
    "token of appreciation, a token economy, the token count was 4096 tokens",
    "api key rotation every 90 days, api_key=settings.STRIPE_API_KEY_LIVE",
    "the token for AnExtraordinarilyLongWord and token aaaaaaaaaaaaaaaaaaaaaaa1",
    "client_secret=glue.SecretConnectorPropertyV2Property, o_auth_token: OAuth2TokenProperty",
    "basic responsibilities, bearer of bad news, credentials: see the admin",
    "Basic understanding of internationalization",
    "SK-II serum, ask-me-anything-2024-session-12345, task-1234567890123456789012",
    "sk-learn-contrib-package and disk-encryption-of-every-drive",
    "the AKIA prefix, AKIAIOSFODNN7EXAMPL and AKIAIOSFODNN7EXAMPLES",
    "eyJust a word, eyJhbGci.eyJ, ghp_short, xoxb-short",
    "a PRIVATE KEY, -----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
    "a public 40 character value 9fceb02d0ae598e95dc970b74767f19372d61af8 of git",
]


@pytest.mark.parametrize("text", [*NUMBERS, *WORDS, *CODES, *TOKENS])
def test_what_only_resembles_a_secret_is_left_alone(text: str) -> None:
    found = [(finding.kind, text[finding.start : finding.end]) for finding in findings(text)]

    assert found == []
