// A self-signed certificate for service.test and localhost, valid from 2020 to 2120 and made for these tests. Its key
// is as public as it is useless: nothing outside of a test trusts it.
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBiDCCAS6gAwIBAgIUWK6Muco1wT5lvqh/OuAFfhC7ATUwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2VydmljZS50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAw
MTAxMDAwMDAwWjAXMRUwEwYDVQQDDAxzZXJ2aWNlLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASUHMu29AaBW3M9HIz6Zxhxmvgomy0GqsgnIChYc3HxkRyr
6GZUr3TpHqcmpfi3/ZGWq2sgndj7kLOtZAM7n9Ino1YwVDAiBgNVHREEGzAZggxz
ZXJ2aWNlLnRlc3SCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQW
BBQJCTnCdB0a0psOekTjyMKwXhOQezAKBggqhkjOPQQDAgNIADBFAiATuBwJPKvF
7rVVsX1k46D4IqwKnRkRFBT3+IIXNxyzIQIhAML1TxQcgzADDuIMvPFw4TxbXv9x
eEmJaHlQsIvmLsPT
-----END CERTIFICATE-----
`;

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN3jb6h+f0F5FWq8l
aSD79QqO9tTyZuhg/hflkjmqK7KhRANCAASUHMu29AaBW3M9HIz6Zxhxmvgomy0G
qsgnIChYc3HxkRyr6GZUr3TpHqcmpfi3/ZGWq2sgndj7kLOtZAM7n9In
-----END PRIVATE KEY-----
`;
